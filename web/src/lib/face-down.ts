import type * as wire from './wire';

/** A picture in which the viewer's own cards that lie face down are seen by their player. */
export function withOwnCards(frame: wire.TableFrame): wire.TableFrame {
  const own = frame.you?.face_down ?? [];
  const round = frame.table.round;
  if (!own.length || !round) return frame;
  const boxes = round.boxes.map((box) => {
    const mine = own.find((each) => each.box === box.number);
    const [first, ...others] = box.hands;
    if (!mine || !first) return box;
    return { ...box, hands: [{ ...first, cards: mine.cards, total: mine.total, soft: mine.soft }, ...others] };
  });
  return { ...frame, table: { ...frame.table, round: { ...round, boxes } } };
}
