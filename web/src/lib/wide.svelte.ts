/** Whether there is room for the whole layout in an arc. */
class Wide {
  now = $state(true);

  constructor() {
    const query = matchMedia('(min-width: 1000px)');
    this.now = query.matches;
    query.addEventListener('change', () => (this.now = query.matches));
  }
}

export const wide = new Wide();
