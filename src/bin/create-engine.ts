/** Composition root: the one place that joins backends, policy, sessions and recording into an engine. */
import { join } from 'node:path';
import { Approvals } from '../approval/approvals.js';
import { Desktops } from '../backends/select.js';
import { childEnv, type Environment, neutralEnv, readEnv } from '../config/env.js';
import { type OffhandPaths, offhandPaths } from '../config/paths.js';
import { PauseFile } from '../config/pause-file.js';
import { effectiveConfig } from '../config/precedence.js';
import { ConfigStore } from '../config/store.js';
import { Cursors } from '../cursor/cursors.js';
import type { Engine } from '../engine/call.js';
import { EventBus } from '../engine/events.js';
import { PolicyGate } from '../engine/judge/policy-gate.js';
import { Lease } from '../engine/lease.js';
import { Locks } from '../engine/lock.js';
import { configureLog } from '../kit/log.js';
import { which } from '../kit/which.js';
import { AppApprovals } from '../policy/app-approval.js';
import { PolicyFile } from '../policy/policy-file.js';
import { AuditLog } from '../policy/store/audit-log.js';
import { tesseract } from '../redaction/tesseract.js';
import { secretFileIn } from '../secrets/secret-file.js';
import { Secrets } from '../secrets/secrets.js';
import { Sessions } from '../session/sessions.js';
import { SessionRecorder } from '../tools/recording/recorder/session-recorder.js';
import { version } from './version.js';

export interface RunningEngine extends Engine, AsyncDisposable {}

/** `source` is the environment the engine lives in; by default this process's own. */
export function createEngine(source?: Source): RunningEngine {
  const env = readEnv(source);
  configureLog(env.debug);
  const paths = offhandPaths(env);
  const config = new ConfigStore(paths.configFile);
  const settings = () => effectiveConfig({ disk: config.read().values });
  const sessions = new Sessions(() => ({ ttlMs: settings().session_ttl_ms, max: settings().max_sessions }));
  const cursors = new Cursors();
  const desktops = new Desktops({ env, paths, settings, appEnv: childEnv({}, source) });
  const policy = new PolicyFile(paths.policyFile);
  const secrets = secretsOf(policy, paths, env, source);
  const events = new EventBus((event) => secrets.mask.maskSecrets(event));
  const seen = new AppApprovals(paths.seenAppsFile);
  const approvals = new Approvals({
    ttlMs: settings().approval_timeout_ms,
    remember: ({ client, app }) => void seen.remember(client, app),
    onEvent: (event) => events.emit(event),
  });
  const recorder = new SessionRecorder(paths.recordingsDir, { path: env.path, env: neutralEnv({}, source) });
  const gate = new PolicyGate({
    policy,
    approvals,
    seen,
    audit: new AuditLog(join(paths.dataDir, 'audit.jsonl')),
    isPrivate: (name) => desktops.isPrivate(name),
    events,
  });
  sessions.onEnd(async (session) => {
    gate.forgetSession(session.id);
    await cursors.end(session.id);
    await recorder.stop(session.id);
    await desktops.releaseSession(session.id);
  });
  const lease = new Lease(new PauseFile(paths.pauseFile), () => letGo(sessions, desktops));
  const close = async (): Promise<void> => {
    lease.close();
    approvals.close();
    await recorder.close();
    await sessions.close();
    await desktops[Symbol.asyncDispose]();
  };
  return {
    version,
    desktops,
    sessions,
    cursors,
    config,
    events,
    gate: recorder.listening(gate),
    approvals,
    seen,
    secrets,
    ocr: which('tesseract', env.path) === undefined ? undefined : tesseract({ env: neutralEnv() }),
    locks: new Locks(),
    lease,
    recorder,
    [Symbol.asyncDispose]: close,
  };
}

/** Whatever is held down between calls goes up. */
function letGo(sessions: Sessions, desktops: Desktops): void {
  for (const session of sessions.list().filter(({ holdsAnything }) => holdsAnything)) {
    session.forgetHeld();
    void desktops.releaseSession(session.id).catch(() => {}); // the display may be gone
  }
}

type Source = Readonly<Record<string, string | undefined>>;

function secretsOf(policy: PolicyFile, { dataDir }: OffhandPaths, { secrets: environment }: Environment, source?: Source): Secrets {
  const command = (): readonly string[] | undefined => {
    const state = policy.current();
    return state.status === 'ok' ? state.policy.table.secret_command : undefined;
  };
  return new Secrets({ file: secretFileIn(dataDir), environment, command, commandEnv: childEnv({}, source) });
}
