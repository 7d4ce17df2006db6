/** What is said aloud: sentences go into a live region one after the other, and none is lost when several come at once. */
class Announcer {
  /** Read out when there is a pause. */
  polite = $state('');
  /** Read out at once: one's turn, a lost line, an error. */
  urgent = $state('');

  say(sentences: readonly string[]): void {
    if (sentences.length) this.polite = fresh(this.polite, sentences.join(' '));
  }

  alert(sentence: string): void {
    this.urgent = fresh(this.urgent, sentence);
  }
}

/** The same sentence twice is read twice only if the text differs; a no-break space makes it so. */
function fresh(before: string, text: string): string {
  return before === text ? `${text}\u00a0` : text;
}

export const announcer = new Announcer();
