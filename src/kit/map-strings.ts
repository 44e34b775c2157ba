/** Every string inside a JSON value changed by `change`; what holds no changed string stays the very same object. */
export function mapStrings(value: unknown, change: (text: string, key: string) => string, key = ''): unknown {
  if (typeof value === 'string') return change(value, key);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const mapped = value.map((each) => mapStrings(each, change, key));
    return mapped.some((each, index) => each !== value[index]) ? mapped : value;
  }
  let changed = false;
  const entries = Object.entries(value).map(([name, each]): [string, unknown] => {
    const newName = change(name, '');
    const newValue = mapStrings(each, change, name);
    changed ||= newName !== name || newValue !== each;
    return [newName, newValue];
  });
  return changed ? Object.fromEntries(entries) : value;
}
