/** A person's preferences, stored in their own browser. */
export type Theme = 'system' | 'dark' | 'light';

const KEY = 'boxseat.prefs';

interface Kept {
  theme: Theme;
  fourColours: boolean;
  calm: boolean;
  keys: boolean;
  cutForMe: boolean;
  allBoxesAloud: boolean;
}

function kept(): Kept {
  const plain: Kept = { theme: 'system', fourColours: false, calm: false, keys: true, cutForMe: false, allBoxesAloud: false };
  try {
    return { ...plain, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return plain;
  }
}

class Prefs {
  private now = $state<Kept>(kept());

  get theme(): Theme {
    return this.now.theme;
  }

  set theme(theme: Theme) {
    this.keep({ theme });
  }

  get fourColours(): boolean {
    return this.now.fourColours;
  }

  set fourColours(fourColours: boolean) {
    this.keep({ fourColours });
  }

  /** No motion, whatever the system says. */
  get calm(): boolean {
    return this.now.calm;
  }

  set calm(calm: boolean) {
    this.keep({ calm });
  }

  /** Whether single letters and digits do something at a table. */
  get keys(): boolean {
    return this.now.keys;
  }

  set keys(keys: boolean) {
    this.keep({ keys });
  }

  /** Every offer to cut the cards is declined automatically. */
  get cutForMe(): boolean {
    return this.now.cutForMe;
  }

  set cutForMe(cutForMe: boolean) {
    this.keep({ cutForMe });
  }

  /** A screen reader reads the cards of all boxes, not only one's own and the dealer's. */
  get allBoxesAloud(): boolean {
    return this.now.allBoxesAloud;
  }

  set allBoxesAloud(allBoxesAloud: boolean) {
    this.keep({ allBoxesAloud });
  }

  /** Whether motion is allowed, by both these preferences and the system. */
  get moves(): boolean {
    return !this.now.calm && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  private keep(change: Partial<Kept>): void {
    Object.assign(this.now, change);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.now));
    } catch {
      // Without storage the preferences last until the page is closed.
    }
    this.show();
  }

  /** Set the preferences on the document element, where the style sheets read them. */
  show(): void {
    const root = document.documentElement;
    root.dataset.theme = this.now.theme;
    root.dataset.colours = this.now.fourColours ? 'four' : 'two';
    root.dataset.motion = this.now.calm ? 'calm' : 'full';
    root.dataset.keys = this.now.keys ? 'on' : 'off';
  }
}

export const prefs = new Prefs();
