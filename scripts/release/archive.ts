/** Archives of a version for a platform: a folder with the program, and with Node where there is one. */
import { below, type Entry, file, tar, zipped } from './tree.ts'
import { bundleFiles, installedFiles, nodeFiles, type Platform } from './program.ts'
import type { Component } from './components.ts'

export interface Archive {
  readonly name: string
  readonly bytes: Buffer
  readonly unpacked: number
  readonly components: readonly Component[]
}

/** `sh` resolves links, so that `/usr/local/bin/plumbline` can be one. */
const unixCommand = (node: string): string => `#!/bin/sh
# Starts Plumbline.
here=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd)
exec ${node} "$here/plumbline.cjs" "$@"
`

const windowsCommand = '@"%~dp0node.exe" "%~dp0plumbline.cjs" %*\r\n'

function commandFile(platform: Platform): Entry {
  if (platform.name === 'win-x64') return file('bin/plumbline.cmd', windowsCommand)
  return file('bin/plumbline', unixCommand(platform.node ? '"$here/node"' : 'node'), 0o755)
}

export async function buildArchive(
  { bundle, version, created }: { bundle: string; version: string; created: Date },
  platform: Platform,
): Promise<Archive> {
  const installed = await installedFiles(bundle, platform)
  const node = await nodeFiles(platform)
  const name = `plumbline-${version}-${platform.name}`
  const program = platform.name === 'win-x64' ? 'bin/node.exe' : 'bin/node'
  const entries = [
    ...bundleFiles(bundle),
    ...below('node_modules', installed.files),
    commandFile(platform),
    ...(node ? [file(program, node.program, 0o755), file('LICENSE-node', node.license)] : []),
  ]
  const bytes = await tar(below(name, entries), created)
  return {
    name: `${name}.tar.gz`,
    bytes: zipped(bytes),
    unpacked: bytes.length,
    components: [...(node ? [node.component] : []), ...installed.components],
  }
}
