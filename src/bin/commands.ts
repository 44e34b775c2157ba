import type { Command } from '../transport/cli/command.js';
import { approvals } from '../transport/cli/commands/approvals.js';
import { audit } from '../transport/cli/commands/audit.js';
import { completionCommand } from '../transport/cli/commands/completion.js';
import { config } from '../transport/cli/commands/config.js';
import { pause, resume, status, stop } from '../transport/cli/commands/daemon.js';
import { desktop } from '../transport/cli/commands/desktop.js';
import { doctor } from '../transport/cli/commands/doctor.js';
import { mcpConfig } from '../transport/cli/commands/mcp-config.js';
import { policy } from '../transport/cli/commands/policy.js';
import { recording } from '../transport/cli/commands/recording/recording.js';
import { replay } from '../transport/cli/commands/recording/replay.js';
import { seats } from '../transport/cli/commands/seats.js';
import { secret } from '../transport/cli/commands/secret.js';
import { skill } from '../transport/cli/commands/skill.js';
import { describeTool, listTools } from '../transport/cli/commands/tools.js';
import { agent } from './agent.js';
import { mcp } from './mcp.js';
import { serve } from './serve.js';
import { stream } from './stream.js';

/** Every management command, in the order help shows them. */
export const commands: readonly Command[] = [
  serve,
  stop,
  status,
  mcp,
  stream,
  agent,
  mcpConfig,
  skill,
  listTools,
  describeTool,
  recording,
  replay,
  config,
  policy,
  approvals,
  audit,
  secret,
  doctor,
  desktop,
  seats,
  pause,
  resume,
  completionCommand(() => commands),
];
