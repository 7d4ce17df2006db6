/**
 * A new picture of a table that shares unchanged parts with the previous one: what is equal is the same object, so that
 * only the boxes that changed are drawn again.
 */
export function shared<T>(before: T, after: T): T {
  if (!isPlain(before) || !isPlain(after) || Array.isArray(before) !== Array.isArray(after)) return after;
  const keys = Object.keys(after);
  let same = keys.length === Object.keys(before).length;
  const made: Record<string, unknown> | unknown[] = Array.isArray(after) ? [] : {};
  for (const key of keys) {
    const was = (before as Record<string, unknown>)[key];
    const now = shared(was, (after as Record<string, unknown>)[key]);
    (made as Record<string, unknown>)[key] = now;
    same &&= Object.is(was, now) && key in before;
  }
  return same ? before : (made as T);
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
