import { migrateDatabase, readConfig } from '@plumbline/server'
import { options, say } from './terminal.ts'

export async function migrate(args: string[]): Promise<void> {
  options(args, {})
  say('Migrating the database …')
  const config = readConfig(process.env)
  const applied = await migrateDatabase(config)
  say(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
  if (config.databaseServerPassword !== null)
    say(`The login ${config.databaseServerUser} for servers and workers is ready.`)
}
