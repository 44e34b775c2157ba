/** The list of tools. Everything a transport, the docs or the SDK knows of a tool it reads from here. */
import { DriverError } from '../errors/driver-error.js';
import { nearest } from '../kit/nearest.js';
import { killApp, launchApp, listApps } from './act/apps.js';
import { mouseButtonDown, mouseButtonUp } from './act/button.js';
import { bringToFront } from './act/foreground.js';
import { drag, scroll } from './act/gestures.js';
import { hotkey, pressKey } from './act/keyboard.js';
import { invokeMenu } from './act/menu.js';
import { click, doubleClick, rightClick } from './act/pointer.js';
import { setValue, typeText } from './act/text.js';
import { computerUse } from './computer-use/tool.js';
import { moveAgentCursor, moveCursor } from './cursor/move.js';
import { setAgentCursorEnabled, setAgentCursorMotion } from './cursor/settings.js';
import { getAgentCursorState } from './cursor/state.js';
import type { AnyTool } from './define.js';
import { getConfig, setConfig } from './manage/config.js';
import { checkPermissions, healthReport, selfTest } from './manage/health.js';
import { listSeats } from './manage/seats.js';
import { endSession, getSessionState, listSessions, startSession } from './manage/session.js';
import { getDesktopState, screenshot, zoom } from './observe/capture.js';
import { clipboardRead, clipboardWrite } from './observe/clipboard.js';
import { getAccessibilityTree, getWindowState } from './observe/snapshot.js';
import { verifyState, waitFor } from './observe/verify.js';
import { windowScreenshot } from './observe/window-screenshot.js';
import { getCursorPosition, getScreenSize, listWindows } from './observe/windows.js';
import { cua } from './ops/tool.js';
import { page } from './page/page.js';
import { getRecordingState, setRecording, startRecording, stopRecording } from './recording/recording.js';
import { replayTool } from './recording/replay-tool.js';

export const tools = [
  computerUse,
  cua,
  listApps,
  launchApp,
  killApp,
  listWindows,
  getWindowState,
  getAccessibilityTree,
  screenshot,
  zoom,
  getDesktopState,
  getScreenSize,
  getCursorPosition,
  click,
  doubleClick,
  rightClick,
  mouseButtonDown,
  mouseButtonUp,
  drag,
  scroll,
  typeText,
  setValue,
  pressKey,
  hotkey,
  invokeMenu,
  bringToFront,
  page,
  verifyState,
  waitFor,
  clipboardRead,
  clipboardWrite,
  startSession,
  endSession,
  listSessions,
  getSessionState,
  listSeats,
  getAgentCursorState,
  setAgentCursorEnabled,
  setAgentCursorMotion,
  moveAgentCursor,
  moveCursor,
  startRecording,
  stopRecording,
  setRecording,
  getRecordingState,
  replayTool(findTool),
  getConfig,
  setConfig,
  checkPermissions,
  healthReport,
  selfTest,
] as const;

const byName = new Map<string, AnyTool>(tools.map((tool) => [tool.name, tool]));

export const profiles = ['computer_use', 'core', 'full'] as const;
export type Profile = (typeof profiles)[number];

export function toolsIn(profile: Profile): AnyTool[] {
  return tools.filter((tool) => profile === 'full' || tool.profile === profile);
}

/** What a host that grounds itself in the tool `screenshot` gets in its place; everything else stays. */
export const groundingTools: readonly AnyTool[] = [windowScreenshot];

export function findTool(name: string): AnyTool {
  const tool = byName.get(name);
  if (tool) return tool;
  const suggestions = nearest(name, [...byName.keys()]);
  const hint = suggestions.length > 0 ? ` Did you mean ${suggestions.join(' or ')}?` : '';
  throw new DriverError('unknown_tool', `There is no tool "${name.slice(0, 60)}".${hint}`, { suggestions });
}
