import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'eventbridge_global_endpoint_event_replication_enabled',
  title: 'Global endpoint copies events to its second region',
  description:
    'Reads whether each global endpoint sends every event to the buses of both of its regions.',
  risk: 'When the first region fails, events that were under way are missing in the second, and the endpoint cannot turn back by itself.',
  decision:
    'Passes when event replication is enabled, fails when it is disabled. An endpoint whose state is missing from the answer is a gap in coverage.',
  fix: {
    text: 'Turn on event replication.',
    console: [
      'Open Amazon EventBridge, choose Global endpoints, and choose the endpoint.',
      'Choose Edit.',
      'Turn on Event replication with a role that may send events to both buses, and choose Save.',
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
      ? pass(`The endpoint ${name} copies events to its second region.`)
      : fail(`The endpoint ${name} does not copy events to its second region.`),
})
