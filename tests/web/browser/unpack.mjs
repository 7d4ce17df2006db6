// Decompress the browser's files from its package into a folder: `npm run unpack -- FOLDER`.
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

const folder = process.argv[2];
for (const name of ['chromium', 'al2023.tar', 'swiftshader.tar', 'fonts.tar']) {
  const packed = createReadStream(new URL(`node_modules/@sparticuz/chromium/bin/${name}.br`, import.meta.url));
  await pipeline(packed, createBrotliDecompress(), createWriteStream(`${folder}/${name}`, { mode: 0o755 }));
}
