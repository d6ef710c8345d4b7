package io.lockgraft.it;

import java.io.IOException;

/** Faults of a PostgreSQL, of JVMs with their locks in it, and of the network between. */
class JdbcFaultsIT extends StoreFaults {
    @Override
    FaultyStore open(int jvms) throws IOException {
        return new FaultyPostgreSql(jvms);
    }
}
