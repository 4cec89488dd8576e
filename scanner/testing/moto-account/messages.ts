/** Expected results for messaging, which `messages.py` creates. */
import { differs, type Table } from './expected.ts'

export const messages: Table = {
  sqs_queues_not_publicly_accessible: {
    'good-queue': 'PASS',
    'bad-queue': 'FAIL',
    'eu-west-1 good-queue': 'PASS',
    'eu-west-1 bad-queue': 'FAIL',
  },
  sqs_queues_server_side_encryption_enabled: {
    'good-queue': 'PASS',
    'bad-queue': 'FAIL',
    'eu-west-1 good-queue': 'PASS',
    'eu-west-1 bad-queue': 'FAIL',
  },
  sns_subscription_not_using_http_endpoints: {
    'good-topic': 'PASS',
    'bad-topic': 'FAIL',
  },
  sns_topics_kms_encryption_at_rest_enabled: {
    'good-topic': 'PASS',
    'bad-topic': 'FAIL',
  },
  sns_topics_not_publicly_accessible: {
    'good-topic': 'PASS',
    'bad-topic': 'FAIL',
  },
  eventbridge_bus_cross_account_access: {
    'event-bus/default': 'PASS',
    'event-bus/good-bus': 'PASS',
    'event-bus/bad-bus': 'FAIL',
    'eu-west-1 event-bus/default': 'PASS',
  },
  eventbridge_bus_exposed: {
    'event-bus/default': 'PASS',
    'event-bus/good-bus': 'PASS',
    'event-bus/bad-bus': 'FAIL',
    'eu-west-1 event-bus/default': 'PASS',
  },
  eventbridge_global_endpoint_event_replication_enabled: {
    list: differs('none', 'gap http_500 events:ListEndpoints', 'moto has no global endpoints.'),
    'eu-west-1 list': differs(
      'none',
      'gap http_500 events:ListEndpoints',
      'moto has no global endpoints.',
    ),
  },
  stepfunctions_statemachine_encrypted_with_cmk: {
    'stateMachine:good-machine': 'PASS',
    'stateMachine:bad-machine': 'FAIL',
  },
  stepfunctions_statemachine_logging_enabled: {
    'stateMachine:good-machine': 'PASS',
    'stateMachine:bad-machine': 'FAIL',
  },
  appsync_field_level_logging_enabled: {
    'apis/good-graph': 'PASS',
    'apis/bad-graph': 'FAIL',
  },
  appsync_graphql_api_no_api_key_authentication: {
    'apis/good-graph': 'PASS',
    'apis/bad-graph': 'FAIL',
  },
  kafka_cluster_encryption_at_rest_uses_cmk: {
    'cluster/good-kafka': differs('PASS', 'none', 'moto never finishes a cluster.'),
    'cluster/bad-kafka': differs('PASS', 'none', 'moto never finishes a cluster.'),
  },
  kafka_cluster_enhanced_monitoring_enabled: {
    'cluster/good-kafka': differs('PASS', 'none', 'moto never finishes a cluster.'),
    'cluster/bad-kafka': differs('FAIL', 'none', 'moto never finishes a cluster.'),
  },
  kafka_cluster_in_transit_encryption_enabled: {
    'cluster/good-kafka': differs('PASS', 'none', 'moto never finishes a cluster.'),
    'cluster/bad-kafka': differs('FAIL', 'none', 'moto never finishes a cluster.'),
  },
  kafka_cluster_is_public: {
    'cluster/good-kafka': differs('PASS', 'none', 'moto never finishes a cluster.'),
    'cluster/bad-kafka': differs('FAIL', 'none', 'moto never finishes a cluster.'),
  },
  kafka_cluster_mutual_tls_authentication_enabled: {
    'cluster/good-kafka': differs('PASS', 'none', 'moto never finishes a cluster.'),
    'cluster/bad-kafka': differs('FAIL', 'none', 'moto never finishes a cluster.'),
  },
  kafka_cluster_unrestricted_access_disabled: {
    'cluster/good-kafka': differs('PASS', 'none', 'moto never finishes a cluster.'),
    'cluster/bad-kafka': differs('FAIL', 'none', 'moto never finishes a cluster.'),
  },
  kafka_connector_in_transit_encryption_enabled: {
    list: differs('none', 'gap http_500 kafkaconnect:ListConnectors', 'moto has no MSK Connect.'),
    'eu-west-1 list': differs(
      'none',
      'gap http_500 kafkaconnect:ListConnectors',
      'moto has no MSK Connect.',
    ),
  },
}
