import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'eventbridge_global_endpoint_event_replication_enabled',
  title: 'EventBridge global endpoint has event replication enabled',
  description: 'Reads whether each global endpoint replicates events to the buses of both regions.',
  risk: 'If the primary region fails, recent events are missing in the secondary region, and the endpoint cannot recover automatically.',
  decision:
    'Passes if event replication is enabled. Fails if it is disabled. A response without the state of the endpoint gives a gap in coverage.',
  fix: {
    text: 'Enable event replication.',
    console: [
      'Open Amazon EventBridge, choose Global endpoints, and choose the endpoint.',
      'Choose Edit.',
      'Turn on Event replication with a role that can send events to both buses, and choose Save.',
    ],
    cli: 'aws events update-endpoint --name <endpoint> --replication-config State=ENABLED --role-arn <role>',
    terraform: null,
  },
  source: 'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-global-endpoints.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/eventbridge-controls.html'],
  over: 'endpoints',
  needs: [],
  judge: ({ name, replicates }) =>
    known(replicates, 'events:ListEndpoints')
      ? pass(`The endpoint ${name} has event replication enabled.`)
      : fail(`The endpoint ${name} has event replication disabled.`),
})
