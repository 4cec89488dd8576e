/** Containers: the shop, well maintained, and an importer that was set up in a hurry. */
import { demoId } from '../facts.ts'

const region = 'eu-central-1'
const arn = (rest: string) => `arn:aws:ecs:${region}:${demoId}:${rest}`

/** A secret in an environment variable of the importer. */
export const demoEcsPassword = 'tR7-qxW2.hLm9Zk4'

const network = (assignPublicIp: string) => ({
  awsvpcConfiguration: { subnets: ['subnet-0fa1c0de00000002f'], assignPublicIp },
})

const service = (cluster: string, name: string, differs: object) => ({
  serviceArn: arn(`service/${cluster}/${name}`),
  serviceName: name,
  clusterArn: arn(`cluster/${cluster}`),
  status: 'ACTIVE',
  ...differs,
})

const [shop, jobs] = [arn('cluster/shop'), arn('cluster/jobs')]
const [newShop, importer] = [arn('task-definition/shop:42'), arn('task-definition/importer:3')]

export const demoEcs = () => ({
  [region]: {
    ListClusters: { clusterArns: [shop, jobs] },
    DescribeClusters: {
      clusters: [
        {
          clusterArn: shop,
          clusterName: 'shop',
          status: 'ACTIVE',
          settings: [{ name: 'containerInsights', value: 'enhanced' }],
        },
        {
          clusterArn: jobs,
          clusterName: 'jobs',
          status: 'ACTIVE',
          settings: [{ name: 'containerInsights', value: 'disabled' }],
        },
      ],
      failures: [],
    },
    ListServices: {
      [shop]: { serviceArns: [arn('service/shop/web')] },
      [jobs]: { serviceArns: [arn('service/jobs/importer')] },
    },
    DescribeServices: {
      [shop]: {
        services: [
          service('shop', 'web', {
            platformVersion: '1.4.0',
            platformFamily: 'Linux',
            networkConfiguration: network('DISABLED'),
            taskSets: [{ id: 'ecs-svc/7310', networkConfiguration: network('DISABLED') }],
          }),
        ],
        failures: [],
      },
      [jobs]: {
        services: [
          service('jobs', 'importer', {
            platformVersion: '1.3.0',
            platformFamily: 'Linux',
            networkConfiguration: network('ENABLED'),
          }),
        ],
        failures: [],
      },
    },
    ListTaskDefinitions: {
      taskDefinitionArns: [newShop, arn('task-definition/shop:41'), importer],
    },
    DescribeTaskDefinition: {
      [newShop]: {
        taskDefinition: {
          taskDefinitionArn: newShop,
          family: 'shop',
          revision: 42,
          status: 'ACTIVE',
          networkMode: 'awsvpc',
          containerDefinitions: [
            {
              name: 'web',
              user: '1000',
              readonlyRootFilesystem: true,
              environment: [
                { name: 'LOG_LEVEL', value: 'info' },
                { name: 'DB_HOST', value: 'database.larkspur.example' },
              ],
              secrets: [
                {
                  name: 'DB_PASSWORD',
                  valueFrom: `arn:aws:secretsmanager:${region}:${demoId}:secret:database`,
                },
              ],
              logConfiguration: { logDriver: 'awslogs', options: { 'awslogs-group': 'shop' } },
            },
          ],
        },
      },
      [importer]: {
        taskDefinition: {
          taskDefinitionArn: importer,
          family: 'importer',
          revision: 3,
          status: 'ACTIVE',
          networkMode: 'host',
          pidMode: 'host',
          containerDefinitions: [
            {
              name: 'importer',
              privileged: true,
              environment: [{ name: 'DB_PASSWORD', value: demoEcsPassword }],
              logConfiguration: { logDriver: 'awslogs', options: { mode: 'blocking' } },
            },
            { name: 'debug', user: 'root', environment: [] },
          ],
        },
      },
    },
  },
})
