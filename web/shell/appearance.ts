/** Theme and density of this browser. index.html applies them before the first paint. */

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]
export const densities = ['compact', 'normal', 'relaxed'] as const
export type Density = (typeof densities)[number]

const kept = <T extends string>(key: string, values: readonly T[], otherwise: T): T =>
  values.find((value) => value === localStorage.getItem(key)) ?? otherwise

export const theme = (): Theme => kept('theme', themes, 'system')
export const density = (): Density => kept('density', densities, 'normal')

function keep(key: 'theme' | 'density', value: string, plain: string): void {
  localStorage.setItem(key, value)
  if (value === plain) delete document.documentElement.dataset[key]
  else document.documentElement.dataset[key] = value
}

export const setTheme = (value: Theme): void => keep('theme', value, 'system')

/** Notifies lists, which measure their rows again. */
export function setDensity(value: Density): void {
  keep('density', value, 'normal')
  window.dispatchEvent(new Event('density'))
}
