import { base } from './base';

/** The page that an address is for, with its parameters. */
export type Route =
  | { page: 'lobby' }
  | { page: 'table'; table: string; sit: boolean }
  | { page: 'deal'; table: string }
  | { page: 'practice'; rest: string }
  | { page: 'training'; rest: string }
  | { page: 'odds'; rest: string }
  | { page: 'rules'; rest: string }
  | { page: 'fairness'; shoe: string }
  | { page: 'history'; table: string }
  | { page: 'round'; round: string }
  | { page: 'ruling' }
  | { page: 'floor'; rest: string }
  | { page: 'account' }
  | { page: 'first' }
  | { page: 'house-rules'; game: string }
  | { page: 'nowhere' };

export function routeOf(path: string, query: URLSearchParams): Route {
  const [first = '', ...others] = path.split('/').filter(Boolean).map(decodeURIComponent);
  const rest = others.join('/');
  switch (first) {
    case '':
      return { page: 'lobby' };
    case 'table':
      return rest ? { page: 'table', table: rest, sit: query.has('sit') } : { page: 'lobby' };
    case 'deal':
      return rest ? { page: 'deal', table: rest } : { page: 'lobby' };
    case 'practice':
    case 'odds':
    case 'rules':
      return { page: first, rest };
    case 'train':
      return { page: 'training', rest };
    case 'fairness':
      return { page: 'fairness', shoe: rest };
    case 'history':
      return { page: 'history', table: rest };
    case 'round':
      return { page: 'round', round: rest };
    case 'floor':
      return { page: 'floor', rest };
    case 'ruling':
      return { page: 'ruling' };
    case 'first':
      return { page: 'first' };
    case 'house-rules':
      return { page: 'house-rules', game: rest };
    case 'account':
      return { page: 'account' };
    default:
      return { page: 'nowhere' };
  }
}

function here(): Route {
  const path = location.pathname.startsWith(base) ? location.pathname.slice(base.length) : location.pathname;
  return routeOf(path, new URLSearchParams(location.search));
}

class Router {
  route = $state.raw<Route>(here());

  constructor() {
    addEventListener('popstate', () => (this.route = here()));
  }

  /** Go to a page of ours; `path` begins with a slash and does not include the base. */
  go(path: string, { replace = false } = {}): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', base + path);
    this.route = here();
    scrollTo(0, 0);
  }

  /** Put what the page shows into its address, so that it can be shared; the page does not change. */
  mark(query: string): void {
    const address = location.pathname + (query ? `?${query}` : '');
    if (address !== location.pathname + location.search) history.replaceState(null, '', address);
  }
}

export const router = new Router();

/** The address of a page of ours, for links. */
export function to(path: string): string {
  return base + path;
}

/** Follow links within the pages without a new load; leave all others alone. */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest('a');
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  const path = link.pathname;
  if (!path.startsWith(`${base}/`) || path.startsWith(`${base}/api/`) || link.hash) return;
  event.preventDefault();
  router.go(path.slice(base.length) + link.search);
}
