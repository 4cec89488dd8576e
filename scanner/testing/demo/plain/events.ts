/** Event buses: the default one, and one for partners that accepts events from everyone. */
import { demoId } from '../facts.ts'

const arn = (kind: string, name: string) => `arn:aws:events:eu-central-1:${demoId}:${kind}/${name}`

export const demoEventBridge = () => ({
  'eu-central-1': {
    ListEventBuses: {
      EventBuses: [
        { Name: 'default', Arn: arn('event-bus', 'default') },
        {
          Name: 'partners',
          Arn: arn('event-bus', 'partners'),
          Policy: JSON.stringify({
            Version: '2012-10-17',
            Statement: [
              {
                Sid: 'anyone',
                Effect: 'Allow',
                Principal: '*',
                Action: 'events:PutEvents',
                Resource: arn('event-bus', 'partners'),
              },
            ],
          }),
        },
      ],
    },
    ListEndpoints: {
      Endpoints: [
        {
          Name: 'orders',
          Arn: arn('endpoint', 'orders'),
          State: 'ACTIVE',
          ReplicationConfig: { State: 'DISABLED' },
        },
      ],
    },
  },
})
