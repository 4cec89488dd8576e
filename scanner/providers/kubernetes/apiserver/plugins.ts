// Enabled admission plugins of an API server.
import { fail, type Judged, pass, type Verdict } from '../../../kit/index.ts'
import { listing } from '../listing.ts'
import type { ApiServer } from './resources.ts'

export const pluginFlags = [
  'admission_control',
  'disable_admission_plugins',
  'enable_admission_plugins',
] as const

type Given = Pick<
  Judged<ApiServer['servers'], (typeof pluginFlags)[number]>,
  'name' | (typeof pluginFlags)[number]
>

export interface PluginState {
  readonly isOn: boolean
  /** The reason in a sentence: `names X in --enable-admission-plugins`. */
  readonly because: string
}

/** `byDefault`: whether the plugin is on if no flag names it, in all supported versions. */
export function pluginState(
  {
    admission_control: exactly,
    disable_admission_plugins: disabled,
    enable_admission_plugins: enabled,
  }: Given,
  plugin: string,
  byDefault: boolean,
): PluginState {
  // The older flag lists all enabled plugins; it cannot be combined with the other two.
  if (exactly !== null) {
    const isOn = exactly.includes(plugin)
    const because = `lists ${listing(exactly)} in --admission-control, `
    return { isOn, because: because + (isOn ? `including ${plugin}` : `but not ${plugin}`) }
  }
  if (enabled?.includes(plugin))
    return { isOn: true, because: `lists ${plugin} in --enable-admission-plugins` }
  if (disabled?.includes(plugin))
    return { isOn: false, because: `lists ${plugin} in --disable-admission-plugins` }
  return byDefault
    ? { isOn: true, because: `does not disable ${plugin}, which is enabled by default` }
    : { isOn: false, because: `does not enable ${plugin}, which is disabled by default` }
}

/** Passes when the plugin is on. */
export function wantsPlugin(given: Given, plugin: string, byDefault = false): Verdict {
  const { isOn, because } = pluginState(given, plugin, byDefault)
  return isOn ? pass(`${given.name} ${because}.`) : fail(`${given.name} ${because}.`)
}

/** Passes if a plugin that is off by default is off. */
export function refusesPlugin(given: Given, plugin: string): Verdict {
  const { isOn, because } = pluginState(given, plugin, false)
  return isOn ? fail(`${given.name} ${because}.`) : pass(`${given.name} ${because}.`)
}
