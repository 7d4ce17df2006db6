/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { finishedPages } from './build/finished-pages.ts';

// Addresses are relative, so that the pages work under whatever path a proxy serves them; the server makes those in index.html
// absolute, since index.html is what every address of the application answers with.
export default defineConfig(({ mode }) => ({
  base: './',
  plugins: [svelte(), finishedPages()],
  build: {
    outDir: '../src/boxseat/server/pages',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // nothing as data: addresses, which the content security policy refuses
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  server: {
    proxy: { '/api': { target: process.env.BOXSEAT_FLOOR ?? 'http://127.0.0.1:8021', ws: true } },
  },
  test: { environment: 'happy-dom', include: ['tests/**/*.test.ts'] },
}));
