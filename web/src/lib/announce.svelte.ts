/** What is said aloud: sentences go into a live region one after the other, and none is lost when several come at once. */
class Announcer {
  /** Read out when there is a pause. */
  polite = $state('');
  /** Read out at once: one's turn, a lost line, an error. */
  urgent = $state('');
  private turn = false;

  say(sentences: readonly string[]): void {
    if (sentences.length) this.polite = this.fresh(sentences.join(' '));
  }

  alert(sentence: string): void {
    this.urgent = this.fresh(sentence);
  }

  /** The same sentence twice is read twice only if the text differs; a no-break space makes it so. */
  private fresh(text: string): string {
    this.turn = !this.turn;
    return this.turn ? text : `${text}\u00a0`;
  }
}

export const announcer = new Announcer();
