import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bareMaps } from './source-maps-without-sources.ts';
import { firstVisit } from './first-visit.ts';
import { kitStyles } from './antd-styles-plugin.ts';
import { kitPatches } from './kit-patches.ts';
import { moduleLabels } from './module-labels.ts';
import { offlineShell } from './offline-shell.ts';
import { packed } from './compress-output.ts';

// Pages and API calls share paths. A browser navigation gets index.html; all other requests go to the server.
const toServer = {
  target: process.env['ANLAN_SERVER'] ?? 'http://127.0.0.1:8080',
  bypass: ({ url = '', headers }: { url?: string; headers: { accept?: string } }) =>
    headers.accept?.includes('text/html') && !url.includes('access_token=') ? '/index.html' : undefined,
};
const served = ['/auth', '/upms', '/bus', '/mall', '/weixin', '/payapi', '/code', '/config.json'];

const together = firstVisit();

export default defineConfig(({ command }) => ({
  base: '/',
  plugins: [react(), moduleLabels(), kitStyles(), kitPatches(), together.plugin, bareMaps(), offlineShell(), packed()],
  // The server replaces this placeholder with a fresh nonce in every response.
  html: command === 'build' ? { cspNonce: '%NONCE%' } : {},
  server: { host: '127.0.0.1', port: 8280, proxy: Object.fromEntries(served.map((path) => [path, toServer])) },
  build: {
    outDir: 'dist',
    // The oldest supported browsers. lib/polyfills.ts adds functions they lack; tools/floor.ts finds missing
    // functions.
    target: ['chrome109', 'safari15.4', 'firefox115'],
    manifest: true,
    // Hidden source maps: only the server reads them, to resolve stack traces.
    sourcemap: 'hidden',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Preload lists name every chunk, so a shorter hash saves some hundred bytes on the first visit.
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
