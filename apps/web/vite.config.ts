import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bareMaps } from './bare-maps.ts';
import { firstVisit } from './first-visit.ts';
import { kitStyles } from './kit-styles.ts';
import { kitMends } from './kit-mends.ts';
import { moduleLabels } from './module-labels.ts';
import { offlineShell } from './offline-shell.ts';
import { packed } from './packed.ts';

// Screens and calls share paths: only what is not a navigation goes to the server.
const toServer = {
  target: process.env['ANLAN_SERVER'] ?? 'http://127.0.0.1:8080',
  bypass: ({ url = '', headers }: { url?: string; headers: { accept?: string } }) =>
    headers.accept?.includes('text/html') && !url.includes('access_token=') ? '/index.html' : undefined,
};
const served = ['/auth', '/upms', '/bus', '/mall', '/weixin', '/payapi', '/code', '/config.json'];

const together = firstVisit();

export default defineConfig(({ command }) => ({
  base: '/',
  plugins: [react(), moduleLabels(), kitStyles(), kitMends(), together.plugin, bareMaps(), offlineShell(), packed()],
  // The server puts a fresh nonce here for every answer (decisions 21).
  html: command === 'build' ? { cspNonce: '%NONCE%' } : {},
  server: { host: '127.0.0.1', port: 8280, proxy: Object.fromEntries(served.map((path) => [path, toServer])) },
  build: {
    outDir: 'dist',
    // The oldest browsers that we serve; what they lack is filled in (lib/fills.ts), and tools/floor.ts looks after it.
    target: ['chrome109', 'safari15.4', 'firefox115'],
    manifest: true,
    // For the server alone, which reads stacks by them.
    sourcemap: 'hidden',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Lists of what a page may fetch name every part: a letter less each is some hundred bytes of the first visit.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 5 },
            { name: 'base', test: together.isBase, priority: 4 },
            { name: 'soon', test: together.isSoon, priority: 4 },
            { name: 'kept', test: together.isKept, priority: 3 },
            { name: 'routes', test: together.isRoutes, priority: 2 },
            { name: 'shared', test: together.isShared, priority: 2 },
            { name: 'shell', test: together.isShell, priority: 1 },
            { name: 'list-page', test: together.isList, priority: 1 },
            { name: 'popover', test: together.isPopover, priority: 1 },
            { name: 'menu-parts', test: together.isOfMenus, priority: 1 },
            { name: 'list-controls', test: together.isAfterRows, priority: 1 },
            { name: together.ownerOf, debugName: 'own', priority: 0, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
}));
