import { migrateDatabase, readConfig, version } from '@plumbline/server'
import { options, say } from './terminal.ts'

export async function migrate(args: string[]): Promise<void> {
  options(args, {})
  say('Migrating the database …')
  const config = readConfig(process.env)
  const { applied, newer } = await migrateDatabase(config)
  if (newer) say(`A newer version applied ${newer}. Version ${version} can use the database too.`)
  else say(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
  if (config.databaseServerPassword !== null)
    say(`The login ${config.databaseServerUser} for servers and workers is ready.`)
}
