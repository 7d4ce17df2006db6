/** The path of the pages: "" at the root of a host, "/casino" behind a proxy that serves them there. */
export const base: string = import.meta.env.DEV || import.meta.env.MODE === 'test' ? '' : folderAbove(import.meta.url);

/** Every script is in assets/, one level below the pages. */
export function folderAbove(script: string): string {
  return new URL('..', script).pathname.replace(/\/$/, '');
}
