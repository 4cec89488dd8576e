// Installs the packages of the lock file and shows how far it is. Plain, old JavaScript, as launch.cjs.
'use strict'
const { spawn } = require('child_process')
const fs = require('fs')
const path = require('path')

const root = path.join(__dirname, '..')
const stamp = path.join(root, 'node_modules', '.package-lock.json')
const lock = path.join(root, 'package-lock.json')

const read = (file) => JSON.parse(fs.readFileSync(file, 'utf8'))
const isThere = (folder) => fs.existsSync(path.join(root, folder, 'package.json'))

function modified(file) {
  try {
    return fs.statSync(file).mtimeMs
  } catch {
    return 0
  }
}

/** Whether a list of the lock file, such as `os`, allows what this machine is. */
function allows(list, here) {
  const names = [].concat(list || [])
  if (names.length === 0 || names.includes(here)) return true
  return names.every((name) => name[0] === '!') && !names.includes('!' + here)
}

/** The folders of the packages that npm will unpack on this machine. */
function foldersOf(packages, withTools) {
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  return Object.keys(packages).filter((folder) => {
    const { link, dev, os, cpu, libc: libcs } = packages[folder]
    if (!folder.includes('node_modules/') || link || (dev && !withTools)) return false
    return allows(os, process.platform) && allows(cpu, process.arch) && allows(libcs, libc)
  })
}

const areToolsThere = () =>
  Object.keys(read(path.join(root, 'package.json')).devDependencies || {}).every((name) =>
    isThere(path.join('node_modules', name)),
  )

/** Which arguments npm needs to bring what is missing, or null when nothing is. */
function missing(needsTools) {
  const hasTools = areToolsThere()
  const withTools = needsTools || hasTools // an installation with tools keeps them
  const kinds = [withTools ? '--include=dev' : '--omit=dev', '--include=optional']
  // npm writes the stamp last, so a broken installation is repaired too.
  if (modified(stamp) < modified(lock)) return { withTools, args: ['ci'].concat(kinds) }
  // `npm ci` would begin by deleting what a running demo has loaded; this only adds.
  if (withTools && !hasTools) {
    fs.rmSync(stamp, { force: true }) // until npm writes it again, the installation counts as broken
    return { withTools, args: ['install', '--no-save'].concat(kinds) }
  }
  return null
}

/** Draws a line over itself; on a pipe, writes a line each tenth and every ten seconds. */
function progress(folders) {
  const startedMs = Date.now()
  let shown = -1
  let quietSince = startedMs
  return () => {
    const waiting = folders.filter((folder) => !isThere(folder))
    const done = folders.length - waiting.length
    const seconds = Math.round((Date.now() - startedMs) / 1000)
    const last = waiting.length > 0 && waiting.length <= 3
    const names = waiting.map((folder) => folder.split('node_modules/').pop()).join(', ')
    const line =
      `  ${done} of ${folders.length} packages, ${seconds} s` +
      (last ? `; waiting for ${names}` : '')
    if (process.stderr.isTTY) {
      process.stderr.write('\r\x1b[K' + line.slice(0, (process.stderr.columns || 80) - 1))
      return
    }
    const tenth = Math.floor((done / folders.length) * 10)
    if (tenth === shown && Date.now() - quietSince < 10_000) return
    process.stderr.write(line + '\n')
    shown = tenth
    quietSince = Date.now()
  }
}

function npm(args) {
  const all = args.concat(['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  // Its standard output only has the number added, which the progress has shown.
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] }
  const script = process.env.npm_execpath
  return script
    ? spawn(process.execPath, [script].concat(all), options)
    : spawn('npm', all, Object.assign({ shell: process.platform === 'win32' }, options))
}

/**
 * Installs what is missing: the packages that running needs, and with `needsTools` those of developers.
 * Resolves to the milliseconds that it took, 0 when nothing was missing. Rejects when npm fails.
 */
exports.install = function (needsTools) {
  const todo = missing(needsTools)
  if (todo === null) return Promise.resolve(0)
  const startedMs = Date.now()
  const folders = foldersOf(read(lock).packages, todo.withTools)
  process.stderr.write(
    `Installing ${folders.length} packages ` +
      (todo.withTools ? 'to run, test and check Plumbline' : 'that running Plumbline needs') +
      ' (once):\n',
  )
  const show = progress(folders)
  show()
  return new Promise((resolve, reject) => {
    const said = []
    const child = npm(todo.args)
    const timer = setInterval(show, 250)
    const end = (failure) => {
      clearInterval(timer)
      if (!failure) show()
      if (process.stderr.isTTY) process.stderr.write('\n')
      for (const part of said) process.stderr.write(part)
      if (failure) return reject(new Error('The installation failed: ' + failure))
      const now = new Date()
      fs.utimesSync(stamp, now, now)
      resolve(Date.now() - startedMs)
    }
    child.stderr.on('data', (part) => said.push(part))
    child.on('error', (error) => end('npm could not be started: ' + error.message))
    child.on('close', (code) => end(code === 0 ? null : 'npm said why above.'))
  })
}
