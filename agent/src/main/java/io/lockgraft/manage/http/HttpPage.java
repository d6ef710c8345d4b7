package io.lockgraft.manage.http;

/** Answers requests of one path. Does not wait. */
interface HttpPage {
    HttpResponse get();
}
