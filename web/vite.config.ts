import { join } from 'node:path'
import { type PluginOption, defineConfig } from 'vite'

/**
 * Modules and packages that screens share. A separate file for each would cause a dozen requests before the first row.
 */
const shared = /\/web\/(kit|api|shell|session|signed-in)|\/node_modules\//
const main = join(import.meta.dirname, 'main.tsx')

interface Modules {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null
}

/** True if main.tsx reaches the module by static imports, so that it loads before sign-in. */
function isOfEntrance(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (id === main) return true
  if (seen.has(id)) return false
  seen.add(id)
  const { importers = [] } = modules.getModuleInfo(id) ?? {}
  return importers.some((one) => isOfEntrance(one, modules, seen))
}

const isRuntime = (id: string): boolean => id.includes('rolldown/runtime')

/** Two files before any screen: sign-in, and the frame of all screens. */
function fileOf(id: string, modules: Modules): string | null {
  if (isRuntime(id) || isOfEntrance(id, modules)) return 'entrance'
  return shared.test(id) ? 'shell' : null
}

const plugins: PluginOption[] = []

export default defineConfig({
  root: import.meta.dirname,
  plugins,
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // the first versions with light-dark()
    assetsInlineLimit: 0, // fonts and images inside of style sheets would need `data:` in the policy
    chunkSizeWarningLimit: 400,
    modulePreload: { polyfill: false },
    cssCodeSplit: false, // all styles are smaller than the overhead of one request per screen
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: fileOf }],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
})
