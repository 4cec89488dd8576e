/**
 * Runs the services of a Compose file as Compose does: in the order of `depends_on`, with the command, environment, user and
 * folders of each. Those of Plumbline run from the unpacked image, and PostgreSQL and Redis of this machine replace
 * their images. As in the network of Compose, each container has an address, which is a loopback address here, and
 * `/etc/hosts` of the image has the names. Caddy is left out.
 */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { administrator } from '../../../server/platform/db/postgres.ts'
import { eventually } from '@plumbline/server/testing'
import {
  clusterIn,
  ended,
  type PostgresCluster,
  type Service as Running,
  startRedis,
} from '../../services.ts'
import { imageUser } from '../image.ts'
import { type Compose, isOfPlumbline, type Service } from './compose.ts'
import { Container } from './container.ts'

const entrypoint = ['/usr/local/bin/node', '/opt/plumbline/bin/plumbline.cjs']

/** Services of other images; the proxy is not started. */
const others = ['postgres', 'valkey', 'proxy']

export class ComposedRun {
  readonly #folder: string
  readonly #root: string
  readonly #compose: Compose
  /** A network of this run, so that the ports of the files are free. */
  readonly #network = `127.${randomInt(64, 255)}.${randomInt(256)}`
  readonly #containers = new Map<string, Container[]>()
  readonly #everStarted: Container[] = []
  readonly #servers: Running[] = []
  #cluster: PostgresCluster | undefined
  readonly #names: readonly string[]
  readonly #starts = new Map<string, Promise<void>>()

  /** `root` is the unpacked image. Volumes are below `folder`. */
  constructor(compose: Compose, root: string, folder: string) {
    this.#compose = compose
    this.#root = root
    this.#folder = folder
    this.#names = Object.keys(compose.services).filter((name) => name !== 'proxy')
    const hosts = Object.keys(compose.services).map((name) => `${this.address(name)} ${name}\n`)
    writeFileSync(join(root, 'etc/hosts'), `127.0.0.1 localhost\n${hosts.join('')}`)
  }

  address(name: string, replica = 0): string {
    const at = Object.keys(this.#compose.services).indexOf(name)
    assert.ok(at >= 0, name)
    return `${this.#network}.${(at + 1) * 10 + replica}`
  }

  /** The URL of a server. */
  url(name: string, replica = 0): string {
    return `http://${this.address(name, replica)}:8080`
  }

  service(name: string): Service {
    const service = this.#compose.services[name]
    assert.ok(service, name)
    return service
  }

  /** Starts these services and those that they depend on, and waits until these are healthy. */
  async up(names = this.#names): Promise<void> {
    await Promise.all(names.map((name) => this.#started(name)))
    for (const name of names) await this.#reached(name, 'service_healthy')
  }

  #started(name: string): Promise<void> {
    const known = this.#starts.get(name)
    if (known) return known
    const starting = this.#startAfter(name)
    this.#starts.set(name, starting)
    return starting
  }

  /** Starts a service when the conditions of those that it depends on are met. */
  async #startAfter(name: string): Promise<void> {
    const needed = Object.entries(this.service(name).depends_on ?? {})
    await Promise.all(
      needed.map(async ([other, { condition }]) => {
        await this.#started(other)
        await this.#reached(other, condition)
      }),
    )
    if (name === 'postgres') await this.#startPostgres()
    else if (name === 'valkey') await this.#startValkey()
    else this.#startContainers(name)
  }

  async #reached(name: string, condition: string): Promise<void> {
    if (others.includes(name)) return // the functions that start them wait until they answer
    const containers = this.#containers.get(name) ?? []
    if (condition === 'service_completed_successfully') {
      for (const one of containers) assert.equal(await one.ended, 0, `${name}: ${one.printed}`)
    } else if (this.service(name).healthcheck) {
      for (const [replica, one] of containers.entries())
        await eventually(
          `${name} is healthy`,
          () => {
            assert.ok(one.isRunning, `${name}: ${one.printed}`)
            return this.#isHealthy(name, replica)
          },
          1_000,
        )
    }
  }

  async #isHealthy(name: string, replica: number): Promise<boolean> {
    const [kind, ...test] = this.service(name).healthcheck?.test ?? []
    assert.deepEqual([kind, ...test.slice(0, 2)], ['CMD', ...entrypoint])
    return (await this.run(name, { command: test.slice(2), replica }).ended) === 0
  }

  #startContainers(name: string): void {
    const count = this.service(name).deploy?.replicas ?? 1
    this.#containers.set(
      name,
      Array.from({ length: count }, (_, replica) => this.run(name, { replica })),
    )
  }

  /** Runs a service, or another command in it. `environment` replaces variables. */
  run(
    name: string,
    {
      command,
      replica = 0,
      environment = {},
    }: {
      readonly command?: readonly string[]
      readonly replica?: number
      readonly environment?: Readonly<Record<string, string>>
    } = {},
  ): Container {
    const service = this.service(name)
    assert.ok(isOfPlumbline(service))
    // What run-image.sh does.
    assert.equal(service.user, `${imageUser}:${imageUser}`)
    assert.equal(service.read_only, true)
    assert.deepEqual(service.security_opt, ['no-new-privileges:true'])
    const container = new Container({
      root: this.#root,
      data: this.#volume(service),
      tmpfs: service.tmpfs ?? [],
      command: command ?? service.command ?? [],
      environment: {
        ...service.environment,
        ...environment,
        HOST: this.address(name, replica), // that of the image means all addresses of the container
      },
    })
    this.#everStarted.push(container)
    return container
  }

  /** The folder of the volume that is mounted at /data. Without one, /data is in memory. */
  #volume({ volumes = [] }: Service): string {
    const [volume = 'none:/data'] = volumes
    const [name = '', target] = volume.split(':')
    assert.deepEqual([target, volumes.length <= 1], ['/data', true])
    const folder = join(this.#folder, name)
    // As the engine fills a new volume: with the owner and the mode of the folder in the image.
    if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined)
      chownSync(folder, imageUser, imageUser)
    return folder
  }

  async #startPostgres(): Promise<void> {
    const { POSTGRES_PASSWORD: password = '', POSTGRES_DB: database } =
      this.service('postgres').environment ?? {}
    const isNew = this.#cluster === undefined
    if (!this.#cluster) {
      const folder = mkdtempSync(join(this.#folder, 'postgres-'))
      this.#cluster = await clusterIn(folder, { host: this.address('postgres'), port: 5432 })
      const passwordFile = join(folder, 'password')
      writeFileSync(passwordFile, password, { mode: 0o644 })
      await this.#cluster.program(
        'initdb',
        '--username=postgres',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--no-sync',
      )
    }
    const child = await this.#cluster.start()
    this.#servers.push({ port: 5432, stop: () => ended(child, 'SIGINT') })
    if (!isNew) return
    // The image of PostgreSQL creates it at the first start.
    const admin = await administrator(
      `postgres://postgres:${password}@${this.address('postgres')}:5432/postgres`,
    )
    try {
      await admin.run(`create database ${database}`)
    } finally {
      await admin.close()
    }
  }

  async #startValkey(): Promise<void> {
    const [program, ...options] = this.service('valkey').command ?? []
    assert.equal(program, 'valkey-server')
    this.#servers.push(await startRedis({ host: this.address('valkey'), port: 6379 }, options))
  }

  /** Stops servers and workers at the same time and then PostgreSQL and Redis. Throws if one does not end with 0. */
  async down(): Promise<void> {
    const stops = [...this.#containers].flatMap(([name, containers]) =>
      containers.map(async (one) => {
        const grace = Number.parseInt(this.service(name).stop_grace_period ?? '', 10)
        assert.equal(await one.stop(grace), 0, `${name}: ${one.printed}`)
      }),
    )
    await Promise.all(stops)
    this.#containers.clear()
    this.#starts.clear()
    await this.#stopServers()
  }

  async #stopServers(): Promise<void> {
    for (const server of this.#servers.splice(0).toReversed()) await server.stop()
  }

  /** The output of a service that has one container. */
  printed(name: string): string {
    return this.#containers.get(name)?.[0]?.printed ?? ''
  }

  /** Ends everything at once. */
  async end(): Promise<void> {
    for (const one of this.#everStarted) one.kill()
    await Promise.allSettled(this.#everStarted.map((one) => one.ended))
    await this.#stopServers()
  }
}
