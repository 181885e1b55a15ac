/** The runtime of the nets would report its use to its maker over the network. It looks here when it is loaded. */
process.env.ORT_DISABLE_TELEMETRY = '1'
