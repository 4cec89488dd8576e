#!/usr/bin/env node
// Starts a release of Plumbline with the flags of its heap.
//
// It has to run on whatever Node the machine has, to say which one is needed, so it is plain, old JavaScript.
'use strict'
var os = require('os')
var path = require('path')
var spawn = require('child_process').spawn
var heap = require('./heap.cjs')
var needed = require('../package.json').engines.node.slice(2)

var have = process.versions.node.split('.').map(Number)
var want = needed.split('.').map(Number)
if (have[0] < want[0] || (have[0] === want[0] && have[1] < want[1])) {
  process.stderr.write(
    'Plumbline needs Node.js ' + needed + ' or newer; this is ' + process.versions.node + '.\n',
  )
  process.exit(1)
}

var args = process.execArgv
  .concat(heap.heapFlags())
  .concat(
    '--disable-warning=ExperimentalWarning',
    path.join(__dirname, '../lib/cli.main.js'),
    process.argv.slice(2),
  )
/** A user without an entry in the list of users has no home. */
function home() {
  try {
    return os.homedir()
  } catch {
    return os.tmpdir()
  }
}

var cache = process.env.XDG_CACHE_HOME || path.join(home(), '.cache')
var env = Object.assign(
  { NODE_COMPILE_CACHE: path.join(cache, 'plumbline') },
  heap.heapVariables,
  process.env,
)

// One process, which receives the signals itself. Windows has nothing like it.
if (process.execve && process.platform !== 'win32')
  process.execve(process.execPath, [process.execPath].concat(args), env)

var child = spawn(process.execPath, args, { stdio: 'inherit', env: env })
var signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
signals.forEach(function (signal) {
  process.on(signal, function () {
    child.kill(signal)
  })
})
child.on('error', function (error) {
  process.stderr.write('Node could not be started: ' + error.message + '\n')
  process.exit(1)
})
child.on('exit', function (code, signal) {
  process.exit(code === null ? 128 + os.constants.signals[signal] : code)
})
