import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSED = /\.(js|css|html|svg|json|txt)$/;
/** What a visitor to the table page may have to load at the most, in bytes of compressed script. */
export const MOST = 150_000;

/** The build, finished: its digest in index.html, every text beside itself compressed, and the weight of each page told. */
export function finishedPages(): Plugin {
  let folder = '';
  return {
    name: 'boxseat-finished-pages',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      const assets = readdirSync(join(folder, 'assets')).sort();
      const digest = createHash('sha256').update(assets.join('\n')).digest('hex').slice(0, 16);
      const index = join(folder, 'index.html');
      writeFileSync(index, readFileSync(index, 'utf-8').replace('%BUILD%', digest));
      const names = ['index.html', ...assets.map((name) => `assets/${name}`)];
      for (const name of names.filter((each) => COMPRESSED.test(each))) compress(join(folder, name));
      tell(folder, assets);
    },
  };
}

function compress(file: string): void {
  const text = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  writeFileSync(`${file}.br`, brotliCompressSync(text, { params }));
}

/** Every script that a page imports, itself included. */
function needed(folder: string, first: string, found = new Set<string>()): Set<string> {
  if (found.has(first)) return found;
  found.add(first);
  const text = readFileSync(join(folder, 'assets', first), 'utf-8');
  for (const [, name] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) needed(folder, name!, found);
  return found;
}

function tell(folder: string, assets: string[]): void {
  const scripts = assets.filter((name) => name.endsWith('.js'));
  const size = (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + readFileSync(join(folder, 'assets', `${name}.gz`)).length, 0);
  const page = (name: string): string | undefined => scripts.find((each) => each.startsWith(`${name}-`));
  const main = page('index')!;
  const table = page('Table');
  console.log(`all scripts: ${kB(size(scripts))} compressed, in ${scripts.length} files`);
  if (!table) return;
  const weight = size(needed(folder, table, needed(folder, main)));
  console.log(`table page: ${kB(weight)} of compressed script (at most ${kB(MOST)})`);
  if (weight > MOST) throw new Error('the table page is heavier than it may be');
}

function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
