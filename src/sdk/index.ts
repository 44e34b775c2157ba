/** The public API: `import { createDriver } from 'offhand'`. */
export type { DaemonUse } from '../bin/open-driver.js';
export type { EngineEvent } from '../engine/events.js';
export type { ErrorCode } from '../errors/catalog.js';
export { DriverError, type ErrorDetails, type ErrorShape } from '../errors/driver-error.js';
export type { Desktop, DesktopSize, WindowManagerName } from '../stage/desktop.js';
export { type StartDesktopOptions, startDesktop } from '../stage/start.js';
export { listDesktops, stopDesktop } from '../stage/stop.js';
export type { CallOptions } from '../transport/driver.js';
export { createDriver, type DriverOptions, type OffhandDriver } from './create-driver.js';
export type { ToolInput, ToolMethod, ToolMethods, ToolName, ToolOutput } from './methods.js';
