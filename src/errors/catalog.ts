/** Every error Offhand can give: one remedy per code, the same on CLI, MCP, HTTP and SDK. */
export type Family = 'caller' | 'refusal' | 'environment' | 'capability' | 'outcome' | 'fault';

interface CatalogEntry {
  readonly family: Family;
  readonly meaning: string;
  readonly remedy: string;
  readonly retryable: boolean;
}

const caller = (meaning: string, remedy: string, retryable = false): CatalogEntry => ({ family: 'caller', meaning, remedy, retryable });
const refusal = (meaning: string, remedy: string, retryable = false): CatalogEntry => ({ family: 'refusal', meaning, remedy, retryable });
const environment = (meaning: string, remedy: string, retryable = false): CatalogEntry => ({
  family: 'environment',
  meaning,
  remedy,
  retryable,
});
const capability = (meaning: string, remedy: string, retryable = false): CatalogEntry => ({
  family: 'capability',
  meaning,
  remedy,
  retryable,
});
const outcome = (meaning: string, remedy: string, retryable = true): CatalogEntry => ({ family: 'outcome', meaning, remedy, retryable });
const fault = (meaning: string, remedy: string, retryable = false): CatalogEntry => ({ family: 'fault', meaning, remedy, retryable });

export const catalog = {
  invalid_input: caller('The arguments do not fit the tool.', 'Fix the named argument; `offhand describe <tool>` lists what is accepted.'),
  unknown_tool: caller('There is no tool of that name.', 'Run `offhand list-tools` and use one of its names.'),
  unknown_key: caller('No key has that name.', 'Use one of the suggested key names.'),
  unknown_config_key: caller('There is no such configuration key.', 'Run `offhand config get` to see every key.'),
  config_invalid: caller('The configuration file cannot be used.', 'Fix the file at the place named, or run `offhand config reset`.'),
  no_cached_state: caller(
    'The element index was used before this window was observed in this session.',
    'Observe the window first: get_window_state with the same pid and window_id, or computer_use capture. From the shell, run `offhand serve` so that calls share one cache.',
  ),
  stale_element: caller(
    'The element is gone or was never in this window.',
    'Observe again (get_window_state, or computer_use capture) and pick an element from it.',
  ),
  ambiguous_element: caller('More than one element fits.', 'Name one of the candidates by element_index.'),
  element_not_found: caller('No element fits the description.', 'Call get_window_state and choose among what is there.'),
  element_not_visible: caller('The element has no place on the screen.', 'Scroll it into view or act on it by an accessibility action.'),
  window_not_owned: caller('The window belongs to another process.', 'Call list_windows with the pid to see its own windows.'),
  window_not_found: caller('There is no such window.', 'Call list_windows and use a window_id from it.'),
  window_ambiguous: caller('The process has more than one window.', 'Pass the window_id of one of the candidates.'),
  no_window: caller('The process shows no window.', 'Wait for its window with wait_for, or launch the application.'),
  app_not_found: caller('No application fits that name.', 'Use one of the candidates, or call list_apps.'),
  process_not_found: caller('There is no such process.', 'Call list_apps for running applications.'),
  input_target_mismatch: caller(
    'The application named is not the one that was captured.',
    'Capture the application you mean (or focus_app it), then act.',
  ),
  point_outside: caller('The point lies outside the window or its image.', 'Take coordinates from the latest screenshot of this window.'),
  button_held: caller(
    'A mouse button is held down, so the pointer cannot do this.',
    'Release it first with mouse_button_up, or move on in the same window with move_cursor.',
  ),
  not_held: caller('Nothing of that kind is held down.', 'Press it first: mouse_button_down, or press_key with hold "down".'),
  session_not_found: caller('There is no such session.', 'Call start_session, or list_sessions for the running ones.'),
  session_ended: caller('The session has ended.', 'Start a new session with start_session.'),
  desktop_scope_disabled: caller(
    'A call without a window was made while capture_scope is "window".',
    'Pass pid (and window_id), or run set_config capture_scope=desktop to use true screen pixels.',
  ),
  desktop_not_found: caller('There is no private desktop of that name.', 'Run `offhand desktop list`, or `offhand desktop start`.'),
  recording_not_found: caller('There is no such recording.', 'Run `offhand recording list`.'),
  recording_unreadable: caller('The recording cannot be read.', 'Use a complete recording folder written by this or an older version.'),
  secret_not_found: caller('No secret has that name.', 'Store it with `offhand secret set NAME`.'),
  page_not_found: caller('No page fits.', 'Call page with action list_pages and name one of them.'),
  page_ambiguous: caller('More than one page fits.', 'Name one of the candidates by page_id.'),
  page_dialog_open: caller('The page waits for an answer to its dialog.', 'Answer it first: page with action answer_dialog.'),
  output_unwritable: caller('The output file cannot be written.', 'Choose a path in an existing folder you may write to.'),

  policy_denied: refusal('Policy forbids this.', 'Do something else, or have the person change policy.toml.'),
  policy_invalid: refusal(
    'policy.toml cannot be used, so nothing may act.',
    'Fix the file at the place named; `offhand policy check` tests it.',
  ),
  approval_required: refusal(
    'A person must approve this first and nobody could be asked.',
    'Ask the person to run `offhand approvals list` and approve, or to allow the application in policy.toml.',
    true,
  ),
  approval_denied: refusal('The person said no.', 'Do not try again; ask the person what to do instead.'),
  approval_expired: refusal('Nobody answered in time.', 'Ask the person to answer, then call again.', true),
  approval_invalid: refusal(
    'The approval answer does not belong to a waiting request.',
    'Run `offhand approvals list` for the waiting ones.',
  ),
  paused: refusal('The person has taken the desktop back.', 'Wait until the person runs `offhand resume`.', true),
  person_busy: refusal('The person is using this window or holds a grab.', 'Wait and call again, or work in another window.', true),
  selection_in_use: refusal(
    'This would mark text, and somebody else has text selected, which the display would take from them.',
    'Write the text by element instead (set_value, or type_text with element_index), pass delivery_mode "foreground" if the person agrees, or call again once nothing is selected elsewhere.',
    true,
  ),
  foreground_forbidden: refusal(
    'Foreground delivery is not allowed by policy.',
    'Use background delivery, or have the person set allow_foreground.',
  ),
  redaction_failed: refusal(
    'Policy requires redaction and it could not be completed, so the image is withheld.',
    'Fix what the warnings name, or read the tree instead (include_screenshot: false).',
  ),
  unauthorized: refusal(
    'The token is missing or wrong.',
    'Send `Authorization: Bearer <token>` with the token that `offhand serve --http` printed.',
  ),
  origin_forbidden: refusal(
    'The Host or Origin of the request is not allowed.',
    'Call the loopback address the server printed, without a foreign Origin.',
  ),

  display_unavailable: environment(
    'No display can be reached.',
    'Run inside a desktop session, set DISPLAY, or start a private desktop with `offhand desktop start`.',
  ),
  display_lost: environment('The display server went away.', 'Start the session again; Offhand reconnects by itself.', true),
  display_unresponsive: environment(
    'The display server does not answer.',
    'Another program may hold the display, as while a window is moved or a screenshot is chosen; wait for it to end and call again.',
    true,
  ),
  session_bus_unavailable: environment(
    'No D-Bus session bus can be reached, so there is no accessibility tree.',
    'Start the program inside a desktop session, or set DBUS_SESSION_BUS_ADDRESS.',
  ),
  accessibility_unavailable: environment(
    'The accessibility bus cannot be reached.',
    'Install at-spi2-core (`apt-get install at-spi2-core`) and start the application again.',
    true,
  ),
  dependency_missing: environment('A program Offhand needs is not installed.', 'Install the package named in the message.'),
  permission_missing: environment('The system does not allow this.', 'Grant the permission named in the message.'),
  home_unusable: environment(
    'The folder for configuration or state cannot be used.',
    'Make the named folder writable, or set OFFHAND_HOME.',
  ),
  daemon_unavailable: environment('The daemon does not answer.', 'Start it with `offhand serve`.', true),
  daemon_running: environment('A daemon is already running.', 'Use it, or stop it with `offhand stop`.'),
  version_mismatch: environment('Client and daemon have different versions.', 'Restart the daemon: `offhand stop && offhand serve`.'),
  launch_failed: environment('The application could not be started.', 'Read the message of the application in the details.'),
  disk_full: environment('There is no room left for the recording.', 'Free some space or record elsewhere.'),

  platform_unsupported: capability('This platform is not supported yet.', 'Use Linux with X11, or a private desktop on Linux.'),
  background_unavailable: capability(
    'This cannot be done without taking the pointer or the focus.',
    'Act on an element by element_index, or pass delivery_mode "foreground" if the person agrees.',
  ),
  action_unsupported: capability('The element does not offer this action.', 'Use one of the actions listed for it, or click it.'),
  capability_missing: capability('The display server lacks what this needs.', 'Use a server with the extension named in the message.'),
  window_minimized: capability(
    'The window is minimised: it has no pixels and takes no pointer.',
    'Use element actions (click by element_index, set_value), which work on minimised windows.',
  ),
  window_off_screen: capability(
    'The window is not shown on this workspace.',
    'Use element actions (click by element_index, set_value), or ask the person to switch workspace.',
  ),
  window_shaded: capability('The window is rolled up to its title bar.', 'Use element actions, which work on shaded windows.'),
  seat_not_allowed: capability(
    'This is a Wayland session, where a pointer of our own needs the person’s consent.',
    'Act on an element by element_index; or the person runs `offhand config set x11_seat_on_wayland true`.',
  ),
  seat_unavailable: capability(
    'No agent seat could be had.',
    'Run `offhand doctor` to clean up stale seats, or end another session.',
    true,
  ),
  page_unavailable: capability(
    'The page cannot be reached through its debugging endpoint.',
    'Launch the browser with launch_app and remote_debugging: true.',
  ),

  no_effect: outcome('The application did not change although it should have.', 'Observe again and try another way.'),
  delivery_failed: outcome('The input did not arrive whole.', 'Observe the window before doing anything else.'),
  target_changed: outcome('The target changed between deciding and acting, so nothing was sent.', 'Observe again and repeat the call.'),
  app_unresponsive: outcome('The application does not answer.', 'Wait, or end it with kill_app.'),
  timeout: outcome('It took too long.', 'Observe the present state before trying again.'),
  cancelled: outcome('The call was cancelled.', 'Nothing more will happen; observe before going on.'),
  busy: outcome('Something else is acting on this window.', 'Call again in a moment.'),
  script_failed: outcome('The script threw or did not finish.', 'Fix the script; the details carry its own error.', false),
  replay_diverged: outcome('The recording does not fit what is on the screen.', 'Look at the candidates in the details.', false),
  provider_error: outcome('The model provider answered with an error.', 'Read the details; try again later if it is a rate limit.'),
  provider_key_missing: environment(
    'No key for the model provider.',
    'Set the environment variable named in the message, or store a secret.',
  ),

  internal: fault('Offhand itself failed.', 'Run again with OFFHAND_DEBUG=1 and report what it prints.'),
} as const satisfies Record<string, CatalogEntry>;

export type ErrorCode = keyof typeof catalog;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(catalog, code);

const exitCodes: Record<Family, number> = { caller: 2, refusal: 3, capability: 3, environment: 4, outcome: 1, fault: 1 };
const httpStatuses: Record<Family, number> = { caller: 400, refusal: 403, capability: 422, environment: 503, outcome: 409, fault: 500 };

export const exitCodeOf = (code: ErrorCode): number => exitCodes[catalog[code].family];
export const httpStatusOf = (code: ErrorCode): number => (code === 'unauthorized' ? 401 : httpStatuses[catalog[code].family]);
