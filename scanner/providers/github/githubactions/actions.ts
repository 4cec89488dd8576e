// Inputs of published actions that run as code, and outputs that contain nothing that users write.

/** Inputs of actions that run as code. Sources: the actions' documentation. */
const scriptInputs: Readonly<Record<string, readonly string[]>> = {
  'actions/github-script': ['script'],
  'addnab/docker-run-action': ['options', 'run'],
  'amadevus/pwsh-script': ['script'],
  'appleboy/ssh-action': ['script'],
  'azure/cli': ['inlinescript'],
  'azure/powershell': ['inlinescript'],
  'cardinalby/js-eval-action': ['expression'],
  'coactions/setup-xvfb': ['run'],
  'cross-platform-actions/action': ['run'],
  'cypress-io/github-action': ['build', 'command', 'install-command', 'start'],
  'devcontainers/ci': ['runcmd'],
  'gabrielbb/xvfb-action': ['run'],
  'google-github-actions/ssh-compute': ['command'],
  'jannekem/run-python-script-action': ['script'],
  'mikefarah/yq': ['cmd'],
  'nick-fields/retry': ['command', 'on_retry_command'],
  'nick-invision/retry': ['command', 'on_retry_command'],
  'reactivecircus/android-emulator-runner': ['pre-emulator-launch-script', 'script'],
  'uraimo/run-on-arch-action': ['install', 'run', 'setup'],
  'wandalen/wretry.action': ['command'],
}

/** The inputs of an action that run as code. The name is in lowercase. */
export function scriptInputsOf(name: string): readonly string[] {
  if (name.startsWith('docker://')) return ['args', 'entrypoint']
  if (/^vmactions\/[\w-]{1,100}-vm$/.test(name)) return ['prepare', 'run']
  return Object.hasOwn(scriptInputs, name) ? (scriptInputs[name] ?? []) : []
}

/** Actions whose inputs are scripts in other languages than shells. */
export const otherLanguages = new Set([
  'actions/github-script',
  'cardinalby/js-eval-action',
  'jannekem/run-python-script-action',
])

/** Outputs of these actions contain nothing that users write. */
export const safeOutputs =
  /^actions\/(?:cache|create-github-app-token|setup-[\w-]+|upload-artifact)(?:\/|@)/i

/** Outputs that are hashes. */
export const isHash = (uses: string, name: string | undefined): boolean =>
  /^docker\/build-push-action@/i.test(uses) && (name === 'digest' || name === 'imageid')
