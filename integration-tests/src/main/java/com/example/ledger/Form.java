package com.example.ledger;

/** How transactions lie around the locked call. */
enum Form {
    /** The locked method's own. */
    REQUIRED((account, until, call) -> Application.ledger().add(account, until, false)),

    /** The same by the method's interface. */
    INTERFACE((account, until, call) -> Application.bean(Book.class).add(account, until, false)),

    /** Its own one, while that of its caller is suspended. */
    REQUIRES_NEW((account, until, call) -> Application.bookkeeper().addInNew(account, until)),

    /** A savepoint in that of its caller; each third call is taken back to it before another one. */
    NESTED((account, until, call) -> Application.bookkeeper().addNested(account, until, call % 3 == 0)),

    /** That of a TransactionTemplate around it. */
    TEMPLATE((account, until, call) ->
            Application.inTransaction(status -> Application.ledger().addPlain(account, until, false))),

    /** It takes part in that of its caller. */
    OUTER((account, until, call) -> Application.bookkeeper().add(account, until)),

    /** Each fourth call is rolled back after it has written. */
    ROLLBACK((account, until, call) -> Application.ledger().add(account, until, call % 4 == 0)),

    /** The second call of each JVM's first thread writes too late. */
    TIMEOUT((account, until, call) -> {
        if (call == 1 && Thread.currentThread().getName().endsWith("thread-1")) {
            Application.ledger().addTooLate(account, until, false);
        } else {
            Application.ledger().add(account, until, false);
        }
    }),

    /** No framework's, but the application's own. */
    UNIT((account, until, call) ->
            Application.bean(Units.class).run(() -> Application.bean(Till.class).add(account, until)));

    private interface Call {
        void add(String account, String until, int call) throws Exception;
    }

    private final Call call;

    Form(Call call) {
        this.call = call;
    }

    void add(String account, String until, int number) throws Exception {
        call.add(account, until, number);
    }
}
