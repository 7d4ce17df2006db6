/** A short form of a name: a guest without that word, a computer player without its mark. */
export function shortName(name: string): string {
  return name.replace(/^guest-/, '').replace(/\.bot$/, '');
}
