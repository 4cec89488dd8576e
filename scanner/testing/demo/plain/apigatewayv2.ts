/** An HTTP API that authenticates callers, and a WebSocket API that does not. */
import { demoId } from '../facts.ts'

const region = 'eu-west-1'

export const demoApigatewayv2 = () => ({
  [region]: {
    GetApis: {
      items: [
        { apiId: 'h7f2k9q1xy', name: 'accounts', protocolType: 'HTTP' },
        { apiId: 'w5d8j3n6zt', name: 'live-prices', protocolType: 'WEBSOCKET' },
      ],
    },
    GetStages: {
      h7f2k9q1xy: {
        items: [
          {
            stageName: '$default',
            accessLogSettings: {
              destinationArn: `arn:aws:logs:${region}:${demoId}:log-group:accounts`,
              format: '$context.requestId',
            },
          },
        ],
      },
      w5d8j3n6zt: { items: [{ stageName: 'live' }] },
    },
    GetRoutes: {
      h7f2k9q1xy: { items: [{ routeKey: 'GET /accounts', authorizationType: 'JWT' }] },
      w5d8j3n6zt: { items: [{ routeKey: '$connect', authorizationType: 'NONE' }] },
    },
  },
})
