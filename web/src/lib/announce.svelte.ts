/** Announcements for screen readers: sentences go into a live region one after another, and none is lost. */
class Announcer {
  /** Read out at the next pause. */
  polite = $state('');
  /** Read out at once: the player's turn, a lost connection, an error. */
  urgent = $state('');

  say(sentences: readonly string[]): void {
    if (sentences.length) this.polite = fresh(this.polite, sentences.join(' '));
  }

  alert(sentence: string): void {
    this.urgent = fresh(this.urgent, sentence);
  }
}

/** A repeated sentence is read again only if the text differs; a no-break space makes it differ. */
function fresh(before: string, text: string): string {
  return before === text ? `${text}\u00a0` : text;
}

export const announcer = new Announcer();
