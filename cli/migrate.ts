import { migrateDatabase, readConfig } from '@plumbline/server'
import { options, say } from './terminal.ts'

export async function migrate(args: string[]): Promise<void> {
  options(args, {})
  say('Migrating the database …')
  const applied = await migrateDatabase(readConfig(process.env))
  say(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
}
