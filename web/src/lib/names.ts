/** A name as it fits on a plate: a guest without the word, a computer player without its mark. */
export function shortName(name: string): string {
  return name.replace(/^guest-/, '').replace(/\.bot$/, '');
}
