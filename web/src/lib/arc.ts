/** Positions of the boxes: an arc before the dealer; the first is at the dealer's left, on the players' right. */
export interface Stand {
  /** The middle of the box, in percent of the layout's width from the left. */
  x: number;
  /** Its lower edge, in percent of the layout's height from the top. */
  y: number;
}

const FIRST = 90.6;
const LAST = 9.4;
const EDGE = 71;
const MIDDLE = 97;

export function stand(box: number, boxes: number): Stand {
  const along = boxes > 1 ? (box - 1) / (boxes - 1) : 0.5;
  const bow = Math.sin(Math.PI * (0.5 + (along - 0.5) * 0.94));
  const edge = Math.sin(Math.PI * 0.03);
  return { x: FIRST + (LAST - FIRST) * along, y: EDGE + ((MIDDLE - EDGE) * (bow - edge)) / (1 - edge) };
}
