/** For long-running services: a fault nobody awaited is told and costs the call it belongs to, not every client's sessions. */
export function surviveFaults(tell: (text: string) => void): void {
  const survive = (error: unknown): void => {
    tell(`error: unexpected failure outside of any call: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  };
  process.on('uncaughtException', survive);
  process.on('unhandledRejection', survive);
}
