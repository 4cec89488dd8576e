/** Hears notices until it is stopped: `API=… TOKEN=… node listen.ts`. */
import { listen } from '@plumbline/sse/client'
import type { notices } from './streams.ts'

const { API = '', TOKEN = '' } = process.env
const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

listen<typeof notices>({
  url: `${API}/notices/event-stream`,
  authorization: () => `Bearer ${TOKEN}`,
  onOpen: () => say('open'),
  onGap: () => say('open again: clients that keep state fetch it now'),
  onStop: ({ detail }) => say(`stopped: ${detail}`),
  on: { 'notice.created': ({ words }) => say(`notice: ${words}`) },
})
