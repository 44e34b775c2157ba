/** A session bus that activates services into the private desktop, and the accessibility bus behind it. */
import { join } from 'node:path';
import { DriverError } from '../errors/driver-error.js';
import { writeFileAtomic } from '../kit/files.js';
import { connectDBus } from '../wire/dbus/connection.js';
import { Variant } from '../wire/dbus/marshal/values.js';
import { type Component, firstLine, READY_FD, startComponent } from './component.js';
import type { DesktopDirectories } from './environment.js';

export interface RunningBus {
  readonly component: Component;
  readonly address: string;
}

/** The usual session policy; service files come from the system and from this desktop's own home, by its environment. */
const busConfiguration = (socket: string): string => `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <keep_umask/>
  <listen>unix:path=${socket}</listen>
  <auth>EXTERNAL</auth>
  <standard_session_servicedirs/>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
  <limit name="max_message_size">134217728</limit>
  <limit name="service_start_timeout">30000</limit>
</busconfig>
`;

export async function startSessionBus(
  directories: DesktopDirectories,
  env: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<RunningBus> {
  const configuration = join(directories.root, 'bus.conf');
  await writeFileAtomic(configuration, busConfiguration(join(directories.runtime, 'bus')));
  const args = [`--config-file=${configuration}`, '--nofork', '--nopidfile', `--print-address=${READY_FD}`];
  const component = await startComponent({
    program: 'dbus-daemon',
    args,
    env,
    cwd: directories.root,
    logs: directories.logs,
    announces: true,
  });
  const address = await firstLine(component, timeoutMs);
  if (!address) throw await component.failure('session_bus_unavailable', 'dbus-daemon did not start');
  return { component, address };
}

/** Starts the accessibility bus, switches accessibility on, and gives the bus's address. */
export async function startAccessibility(busAddress: string, timeoutMs: number): Promise<string> {
  const launcher = { destination: 'org.a11y.Bus', path: '/org/a11y/bus' };
  let bus: Awaited<ReturnType<typeof connectDBus>> | undefined;
  try {
    bus = await connectDBus({ address: busAddress, timeoutMs });
    const enable = bus.call({
      ...launcher,
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Set',
      signature: 'ssv',
      body: ['org.a11y.Status', 'IsEnabled', new Variant('b', true)],
      replySignature: '',
    });
    const [[address]] = await Promise.all([
      bus.call({ ...launcher, interface: 'org.a11y.Bus', member: 'GetAddress', replySignature: 's' }),
      enable,
    ]);
    return String(address);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DriverError('accessibility_unavailable', `The accessibility bus of the private desktop did not start: ${why}`, undefined, {
      cause,
    });
  } finally {
    bus?.close();
  }
}
