import type { Action } from 'svelte/action';
import type { Spot } from './bets.svelte';

interface Options {
  drop: (at: { box: number; spot: Spot }) => void;
}

const FAR = 8;

/** A chip that can be dragged from the rack to a spot, with mouse, pen or finger. A short press remains a click. */
export const dragChip: Action<HTMLElement, Options> = (chip, given) => {
  let options = given;
  let ghost: HTMLElement | null = null;
  let from = { x: 0, y: 0 };
  let over: Element | null = null;
  let dragged = false;

  function spotAt(event: PointerEvent): HTMLElement | null {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('button[data-spot]') ?? null;
  }

  function down(event: PointerEvent): void {
    if (event.button !== 0) return;
    from = { x: event.clientX, y: event.clientY };
    chip.setPointerCapture(event.pointerId);
  }

  function move(event: PointerEvent): void {
    if (!chip.hasPointerCapture(event.pointerId)) return;
    if (!ghost && Math.hypot(event.clientX - from.x, event.clientY - from.y) < FAR) return;
    if (!ghost) {
      ghost = chip.querySelector('svg')!.cloneNode(true) as unknown as HTMLElement;
      Object.assign(ghost.style, { position: 'fixed', left: '0', top: '0', zIndex: '60', pointerEvents: 'none', margin: '-23px 0 0 -23px' });
      document.body.append(ghost);
    }
    ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
    const spot = spotAt(event);
    if (spot !== over) {
      over?.classList.remove('over-spot');
      spot?.classList.add('over-spot');
      over = spot;
    }
  }

  function up(event: PointerEvent): void {
    over?.classList.remove('over-spot');
    over = null;
    if (!ghost) return;
    ghost.remove();
    ghost = null;
    dragged = true;
    setTimeout(() => (dragged = false), 0);
    const spot = spotAt(event);
    if (spot) options.drop({ box: Number(spot.dataset.box), spot: spot.dataset.spot as Spot });
  }

  /** The click that ends a drag does not count as a click on the chip. */
  function click(event: MouseEvent): void {
    if (dragged) event.stopImmediatePropagation();
  }

  chip.addEventListener('click', click, { capture: true });
  chip.addEventListener('pointerdown', down);
  chip.addEventListener('pointermove', move);
  chip.addEventListener('pointerup', up);
  chip.addEventListener('pointercancel', up);
  return {
    update: (next) => {
      options = next;
    },
    destroy: () => ghost?.remove(),
  };
};
