/** How each agent host is told about an MCP server that runs as a command. */
export const clientNames = ['claude', 'claude-code', 'codex', 'cursor', 'vscode', 'gemini', 'opencode', 'pi', 'generic'] as const;
export type ClientName = (typeof clientNames)[number];

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

export interface ClientSetup {
  readonly title: string;
  /** A command line that does it. */
  readonly run?: string;
  /** Text for a file, for people who keep their settings by hand. */
  readonly paste?: string;
  readonly file?: string;
  readonly note?: string;
}

/** `name` is what the client calls the server; its tools are then known as mcp__NAME__tool or the like. */
export const clientSetup = (client: ClientName, server: ServerCommand, name = 'offhand'): ClientSetup => setups[client](server, name);

const setups: Record<ClientName, (server: ServerCommand, name: string) => ClientSetup> = {
  claude: (server, name) => ({
    title: 'Claude Desktop',
    file: 'claude_desktop_config.json (Settings → Developer → Edit Config)',
    paste: json({ mcpServers: { [name]: server } }),
  }),
  'claude-code': (server, name) => ({
    title: 'Claude Code',
    run: `claude mcp add --scope user ${name} -- ${shell(server)}`,
    file: '.mcp.json in a project',
    paste: json({ mcpServers: { [name]: { type: 'stdio', ...server } } }),
  }),
  codex: (server, name) => ({
    title: 'Codex',
    run: `codex mcp add ${name} -- ${shell(server)}`,
    file: '~/.codex/config.toml',
    paste: [`[mcp_servers.${name}]`, `command = ${JSON.stringify(server.command)}`, `args = ${JSON.stringify(server.args)}`].join('\n'),
  }),
  cursor: (server, name) => ({ title: 'Cursor', file: '~/.cursor/mcp.json', paste: json({ mcpServers: { [name]: server } }) }),
  vscode: (server, name) => ({
    title: 'VS Code',
    run: `code --add-mcp ${quoted(JSON.stringify({ name, ...server }))}`,
    file: '.vscode/mcp.json',
    paste: json({ servers: { [name]: { type: 'stdio', ...server } } }),
  }),
  gemini: (server, name) => ({
    title: 'Gemini CLI',
    run: `gemini mcp add --scope user ${name} ${shell(server)}`,
    file: '~/.gemini/settings.json',
    paste: json({ mcpServers: { [name]: server } }),
  }),
  opencode: ({ command, args }, name) => ({
    title: 'OpenCode',
    file: '~/.config/opencode/opencode.json',
    paste: json({
      $schema: 'https://opencode.ai/config.json',
      mcp: { [name]: { type: 'local', command: [command, ...args], enabled: true } },
    }),
  }),
  pi: ({ command, args }) => ({
    title: 'pi',
    run: 'pi install npm:pi-offhand',
    file: 'AGENTS.md',
    paste: [
      '## Desktop',
      `Operate desktop applications in the background with \`${shell({ command, args: args.slice(0, 1) })}\`.`,
      'Start its daemon once with `serve`, then: `list_windows`, `get_window_state --pid P --window-id W`, `click N --pid P --window-id W`, `type_text`.',
      '`<tool> --help` explains a tool; `list-tools` lists all; `--json` gives structured output.',
    ].join('\n'),
    note: 'The package registers the tools. The lines for AGENTS.md are for those who prefer command lines.',
  }),
  generic: (server, name) => ({ title: 'Any MCP client', paste: json({ mcpServers: { [name]: server } }) }),
};

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);
const shell = ({ command, args }: ServerCommand): string => [command, ...args].map(quoted).join(' ');
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
