// Runs one of our TypeScript files on the Node 24 that the lock file brings.
//
// This file alone has to run on whatever Node the machine has, so it is plain, old JavaScript.
// It installs what of the lock file is missing: for a program of cli/ what running needs, for all others
// the tools of developers too.
'use strict'
const { spawn } = require('child_process')
const fs = require('fs')
const os = require('os')
const path = require('path')
const { heapFlags, heapVariables } = require('./heap.cjs')
const { install } = require('./install.cjs')

const root = path.join(__dirname, '..')
const modules = path.join(root, 'node_modules')
const parent = process.ppid
const major = Number(process.versions.node.split('.')[0])

function leave(sentence) {
  process.stderr.write(sentence + '\n')
  process.exit(1)
}

/** The Node to run on: the packaged one, else this one when it is new enough. */
function runtime() {
  const name = 'node-' + (process.platform === 'win32' ? 'win' : process.platform) + '-' + os.arch()
  const binary = process.platform === 'win32' ? 'node.exe' : 'node'
  const packaged = path.join(modules, name, 'bin', binary)
  if (fs.existsSync(packaged)) return packaged
  if (major >= 24) return process.execPath
  leave(
    'Plumbline runs on Node 24, and there is no packaged Node for ' +
      name.slice(5) +
      '. ' +
      'Please install Node 24; this is Node ' +
      process.versions.node +
      '.',
  )
}

if (major < 20) {
  leave('Plumbline needs Node 20 or newer to start; this is Node ' + process.versions.node + '.')
}

const flags = ['--disable-warning=ExperimentalWarning'].concat(heapFlags())

function run(installedMs) {
  const node = runtime()
  const child = spawn(node, flags.concat(process.argv.slice(2)), {
    stdio: 'inherit',
    env: Object.assign(
      {
        // What was compiled once is not compiled again: each of our processes starts in half the time.
        NODE_COMPILE_CACHE: path.join(modules, '.cache', 'plumbline'),
      },
      heapVariables,
      process.env,
      {
        PLUMBLINE_INSTALLED_MS: String(installedMs),
        PATH: path.dirname(node) + path.delimiter + process.env.PATH,
      },
    ),
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // npm forwards no signal to the processes of its shell: when both have ended, so has the command's caller.
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref()
  }
  child.on('error', (error) => leave('Node could not be started: ' + error.message))
  child.on('exit', (code, signal) =>
    process.exit(code === null ? 128 + os.constants.signals[signal] : code),
  )
}

const isProduct =
  path.relative(root, path.resolve(process.argv[2] || '')).split(path.sep)[0] === 'cli'
install(!isProduct).then(run, (error) => leave(error.message))
