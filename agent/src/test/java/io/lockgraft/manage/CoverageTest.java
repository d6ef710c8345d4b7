package io.lockgraft.manage;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

@FailsWithout("`EndedSites` keeps the report from growing with each redeployment")
class CoverageTest {
    private final Coverage coverage = new Coverage();

    CoverageTest() {
        coverage.declare("pay", "rules.yaml:1:1", "", List.of("com.shop.Page.service()"));
    }

    @Test
    void loadersThatAreGoneLeaveOneEntryForAllThatSayTheSame() {
        ClassLoader lives = new Page();
        for (int i = 0; i < 1000; i++) {
            woven(new Page(), "com.shop.Page");
        }
        woven(lives, "com.shop.Page");

        awaitSites(2);

        assertThat(coverage.of("pay").woven()).isEqualTo(1001);
        assertThat(sites().get(0)).doesNotContainKey("unloaded").containsEntry("class", "com.shop.Page");
        assertThat(sites().get(1))
                .containsEntry("class", "com.shop.Page")
                .containsEntry("loader", Page.class.getName())
                .containsEntry("state", "woven")
                .containsEntry("unloaded", 1000);
        assertThat(lives).isNotNull();
    }

    @Test
    void classesWithANewNameEachTimeAreAddedUp() {
        for (int i = 0; i < 1000; i++) {
            woven(new Page(), "com.shop.Page" + i);
        }

        awaitSites(101);

        assertThat(coverage.of("pay").woven()).isEqualTo(1000);
        assertThat(sites().get(100)).containsEntry("class", "others").containsEntry("unloaded", 900);
    }

    private void woven(ClassLoader loader, String type) {
        coverage.of("pay").site(type, "service()", loader, Coverage.State.WOVEN, null);
    }

    private void awaitSites(int count) {
        Awaitility.await().untilAsserted(() -> {
            System.gc();
            assertThat(sites()).hasSize(count);
        });
    }

    @SuppressWarnings("unchecked")
    private List<Map<String, Object>> sites() {
        Map<String, Object> rule =
                ((List<Map<String, Object>>) coverage.asMap(Map.of()).get("rules")).get(0);
        return (List<Map<String, Object>>) rule.get("sites");
    }

    private static final class Page extends ClassLoader {}
}
